import { readFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import SHAPES from 'virtual:seats';
import { expect, test } from 'vitest';
import { seats } from '../build/seats';

const file = new URL('../../src/cattery/seats.toml', import.meta.url);
const looks = parse(readFileSync(file, 'utf8'))['seat'] as unknown as Record<'light' | 'dark' | 'outline', string>[];

test('every seat has its shape', () => {
  expect(SHAPES).toEqual(looks.map((look) => look.outline));
});

test('every seat has its colours, by day and in the evening', () => {
  const css = (seats().load as (id: string) => string)('\0virtual:seats.css');
  const [light, dark] = css.split("[data-theme='dark']");
  looks.forEach((look, seat) => {
    expect(light).toContain(`--c-seat-${seat}: ${look.light};`);
    expect(dark).toContain(`--c-seat-${seat}: ${look.dark};`);
  });
});
