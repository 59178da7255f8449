import { expect, test, vi } from 'vitest';
import { parts } from '../build/rules';
import { clockText } from '../src/lib/time';

vi.stubGlobal('location', { hash: '' });
vi.stubGlobal('addEventListener', () => undefined);
const { read, to } = await import('../src/lib/router.svelte');

test.each([
  ['', { page: 'lobby' }],
  ['#/', { page: 'lobby' }],
  ['#/t/abc_-1', { page: 'table', id: 'abc_-1' }],
  ['#/r/abc', { page: 'replay', id: 'abc', step: null, analyse: false }],
  ['#/r/abc?n=12', { page: 'replay', id: 'abc', step: 12, analyse: false }],
  ['#/r/abc?analyse', { page: 'replay', id: 'abc', step: null, analyse: true }],
  ['#/r/abc?n=x', { page: 'replay', id: 'abc', step: null, analyse: false }],
  ['#/seat/token', { page: 'seat', token: 'token' }],
  ['#/rules/huupp', { page: 'rules', game: 'huupp' }],
  ['#/learn/huupp', { page: 'lesson', game: 'huupp' }],
  ['#/puzzles/huupp', { page: 'puzzles', game: 'huupp', number: null }],
  ['#/puzzles/huupp?n=3', { page: 'puzzles', game: 'huupp', number: 3 }],
  ['#/daily/huupp', { page: 'daily', game: 'huupp' }],
  ['#/same/small?dice=ab&level=2', { page: 'same', game: 'small', dice: 'ab', options: { level: '2' } }],
  ['#/same/small', { page: 'lost' }],
  ['#/settings', { page: 'settings' }],
  ['#/t/', { page: 'lost' }],
  ['#/t/a/b', { page: 'lost' }],
  ['#/nothing', { page: 'lost' }],
  ['#/t/%E0%A4%A', { page: 'table', id: '%E0%A4%A' }],
])('the address %s', (hash, route) => expect(read(hash)).toEqual(route));

test('addresses lead where they say', () => {
  expect(read(to.table('a b'))).toEqual({ page: 'table', id: 'a b' });
  expect(read(to.replay('x', 3))).toEqual({ page: 'replay', id: 'x', step: 3, analyse: false });
  expect(read(to.replay('x', 3, true))).toEqual({ page: 'replay', id: 'x', step: 3, analyse: true });
  expect(read(to.same('x', { a: 'b' }, 'ff'))).toEqual({ page: 'same', game: 'x', dice: 'ff', options: { a: 'b' } });
  expect(to.replay('x', undefined, true)).toBe('#/r/x?analyse');
});

test.each([
  [0, '0:00.0'],
  [4_250, '0:04.2'],
  [59_999, '0:59'],
  [187_000, '3:07'],
  [3_661_000, '1:01:01'],
  [-5, '0:00.0'],
])('%i ms on the clock', (ms, text) => expect(clockText(ms)).toBe(text));

test('a rules page is cut at its positions', () => {
  const markdown = '# Rules\n\n```position Before\n6/6 1\n```\n\n```position After *it*.\n5k/6\nwith ghosts=off\n> k a1\n```\n\nEnd.\n';
  expect(parts(markdown)).toEqual([
    { html: '<h1>Rules</h1>' },
    { position: '6/6 1', caption: 'Before', played: false },
    { position: '5k/6\nwith ghosts=off\n> k a1', caption: 'After *it*.', played: true },
    { html: '<p>End.</p>' },
  ]);
});

test('a chapter about typing is for the terminal alone', () => {
  const html = (markdown: string) => parts(markdown).map((part) => ('html' in part ? part.html : '')).join('');
  const typing = '## Typing <!-- terminal -->\n\nType `k c3`.\n\n### More\n\nmore\n';
  expect(html(`## One\n\nfirst\n\n${typing}\n## Two\n\nlast\n`)).toBe('<h2>One</h2>\n<p>first</p>\n<h2>Two</h2>\n<p>last</p>');
  expect(html(`## One\n\n${typing}`)).toBe('<h2>One</h2>');
});
