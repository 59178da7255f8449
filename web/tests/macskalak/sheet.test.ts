import { expect, test } from 'vitest';
import { aboutDie } from '../../src/games/macskalak/about';
import { initialsOf, shadesOf, wallsAround } from '../../src/games/macskalak/sheet';
import type { Paper } from '../../src/games/macskalak/wire';
import type { Words } from '../../src/lib/words';

test('a room is one closed line, as far inside all its cells', () => {
  expect(wallsAround(['a1'], 10)).toBe('M124 44L124 124L44 124L44 44Z');
  const corner = wallsAround(['a1', 'a2', 'b2'], 10);
  expect(corner.match(/M/g)).toHaveLength(1);
  expect(corner.match(/[ML]/g)).toHaveLength(6);
  expect(corner).toContain('124 144'); // where it bends inward the line stays off the neighbour, too
});

test('cells that touch at a corner alone have a line each, and a hole has one as well', () => {
  expect(wallsAround(['a1', 'b2']).match(/M/g)).toHaveLength(2);
  const ring = ['a1', 'b1', 'c1', 'a2', 'c2', 'a3', 'b3', 'c3'];
  expect(wallsAround(ring).match(/M/g)).toHaveLength(2);
});

test('rooms side by side have different shades, and a new one changes none', () => {
  const rooms = [
    { number: 2, cells: ['a1', 'b1'] },
    { number: 2, cells: ['d4', 'd5'] },
    { number: 3, cells: ['f1', 'f2', 'f3'] },
    { number: 2, cells: ['a2', 'b2'] },
    { number: 2, cells: ['c1', 'c2'] },
  ];
  const shades = shadesOf(rooms);
  expect(shades[3]).not.toBe(shades[0]);
  expect(new Set([shades[0], shades[3], shades[4]]).size).toBe(3);
  expect(shadesOf(rooms.slice(0, 4))).toEqual(shades.slice(0, 4));
});

test('initials are as short as they tell people apart', () => {
  expect(initialsOf(['Panni', 'Marci'])).toEqual(['P', 'M']);
  expect(initialsOf(['Bence', 'Bernadett', 'Jo'])).toEqual(['Ben', 'Ber', 'J']);
  expect(initialsOf(['Player a', 'Player b'])).toEqual(['Pa', 'Pb']);
});

test('a die is named once by what is said of it', () => {
  const words = {
    say: (key: string) => ({ 'symbol.mouse': 'mouse', 'symbol.3': '3', 'about.mouse_cheese': 'A mouse: it eats.', 'about.mouse_lines': 'A mouse: it scores.', 'about.number': 'A number: a room.' })[key] ?? key,
    capital: (text: string) => text.charAt(0).toUpperCase() + text.slice(1),
  } as unknown as Words;
  const paper = { track: [], cheese: true, lines: true, areas: [] } as unknown as Paper;
  expect(aboutDie(words, paper, 'mouse', 'mouse')).toBe('A mouse: it eats.\nIt scores.');
  expect(aboutDie(words, paper, 'mouse', 'mouse, used')).toBe('Mouse, used\nIt eats.\nIt scores.');
  expect(aboutDie(words, paper, '3', '3')).toBe('3\nA number: a room.');
});
