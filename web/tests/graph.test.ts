import { describe, expect, test } from 'vitest';
import { area, chanceAt, curves, type Frame, type Grade, inPoints, line, mistakes, nearest, neighbourMistake, range, x, y } from '../src/lib/graph';
import type { JudgementView } from '../src/lib/wire';

const frame: Frame = { width: 130, height: 120, left: 20, right: 10, top: 10, bottom: 10, last: 4 };

function judged(n: number, seat: number, before: number, after: number, grade: Grade = 'good'): JudgementView {
  const played = { action: 0, move: '', chance: after, proof: 0, points: null, events: [], lines: [] };
  return {
    n,
    seat,
    grade,
    chance_before: before,
    chance_after: after,
    chance_cost: before - after,
    points_cost: null,
    played,
    alternatives: [played],
    best_line: [],
    played_line: [],
  };
}

const two = [judged(0, 0, 60, 55), judged(1, 1, 45, 30), judged(2, 0, 72, 70)];

describe('alone', () => {
  const alone = [judged(0, 0, 60, 60), judged(2, 0, 60, 58)].map((one, i) => ({
    ...one,
    points_cost: i * 3,
    alternatives: [{ ...one.played, points: 31 }],
    played: { ...one.played, points: 31 - i * 3 },
  }));

  test('the curve is in points, and ends with those that were made', () => {
    expect(inPoints(alone)).toBe(true);
    expect(curves(alone, 1, 4, [0.27], [27])[0]!.readings).toEqual([
      { n: 0, chance: 31 },
      { n: 1, chance: 31 },
      { n: 3, chance: 28 },
      { n: 4, chance: 27 },
    ]);
  });

  test('its frame has room for all points', () => {
    const readings = [{ n: 0, chance: 31 }, { n: 1, chance: -2 }];
    expect(range(readings)).toEqual({ low: -5, high: 35 });
    expect(range([])).toEqual({ low: 0, high: 10 });
    expect(y(15, { ...frame, low: -5, high: 35 })).toBe(60);
  });
});

describe('curves', () => {
  test('of two seats mirror each other, and begin with what could have been', () => {
    const [first, second] = curves(two, 2, 4, null);
    expect(first!.readings).toEqual([
      { n: 0, chance: 60 },
      { n: 1, chance: 55 },
      { n: 2, chance: 70 },
      { n: 3, chance: 70 },
    ]);
    expect(second!.readings.map((one) => one.chance)).toEqual([40, 45, 30, 30]);
  });

  test('end with the result', () => {
    const [first, second] = curves([...two, judged(3, 1, 20, 0)], 2, 4, [1, -1]);
    expect(first!.readings.at(-1)).toEqual({ n: 4, chance: 100 });
    expect(second!.readings.at(-1)).toEqual({ n: 4, chance: 0 });
    expect(first!.readings.filter((one) => one.n === 4)).toHaveLength(1);
  });

  test.each([3, 4, 5, 6])('of %i seats are each their own', (seats) => {
    const moves = Array.from({ length: seats * 2 }, (_, n) => judged(n, n % seats, 50, 40 + n));
    const all = curves(moves, seats, seats * 2, null);
    expect(all).toHaveLength(seats);
    expect(all[1]!.readings).toEqual([
      { n: 1, chance: 50 },
      { n: 2, chance: 41 },
      { n: seats + 2, chance: 41 + seats },
    ]);
  });

  test('of a match without moves are only its result', () => {
    expect(curves([], 2, 1, [-1, 1])[0]!.readings).toEqual([{ n: 1, chance: 0 }]);
    expect(curves([], 2, 1, null)[0]!.readings).toEqual([]);
  });
});

describe('places', () => {
  test('span the frame', () => {
    expect([x(0, frame), x(4, frame)]).toEqual([20, 120]);
    expect([y(100, frame), y(50, frame), y(0, frame), y(-7, frame)]).toEqual([10, 60, 110, 110]);
  });

  test('make lines and areas', () => {
    const readings = [
      { n: 0, chance: 50 },
      { n: 2, chance: 100 },
    ];
    expect(line(readings, frame)).toBe('M20 60L70 10');
    expect(area(readings, 0, frame)).toBe('M20 60L70 10L70 110L20 110Z');
    expect(area([], 0, frame)).toBe('');
  });

  test('are found again by the pointer, within the match', () => {
    expect([-50, 20, 57, 58, 119, 500].map((px) => nearest(px, frame))).toEqual([0, 0, 1, 2, 4, 4]);
    expect(nearest(20, { ...frame, last: 0 })).toBe(0);
  });
});

test('a chance between two readings is in proportion', () => {
  const curve = { seat: 1, readings: [{ n: 1, chance: 20 }, { n: 3, chance: 40 }] };
  expect([0, 1, 2, 3, 9].map((n) => chanceAt(curve, n))).toEqual([null, 20, 30, 40, null]);
  expect(chanceAt({ seat: 0, readings: [] }, 2)).toBeNull();
});

describe('mistakes', () => {
  const list = [judged(0, 0, 50, 44, 'slip'), judged(3, 1, 50, 20, 'blunder'), judged(5, 0, 60, 48, 'mistake')];

  test('are the grave ones', () => expect(mistakes(list).map((one) => one.n)).toEqual([3, 5]));

  test('or the worst slips, where there is nothing worse', () => {
    const slips = [4, 9, 5, 7].map((cost, n) => judged(n, 0, 50, 50 - cost, 'slip'));
    expect(mistakes(slips).map((one) => one.n)).toEqual([1, 2, 3]);
    expect(mistakes([judged(0, 0, 50, 50, 'best')])).toEqual([]);
  });

  test('follow one another in both directions', () => {
    const grave = mistakes(list);
    expect(neighbourMistake(grave, 0, 1)?.n).toBe(3);
    expect(neighbourMistake(grave, 4, 1)?.n).toBe(5);
    expect(neighbourMistake(grave, 6, 1)).toBeNull();
    expect(neighbourMistake(grave, 6, -1)?.n).toBe(3);
    expect(neighbourMistake(grave, 4, -1)).toBeNull();
  });
});
