import { expect, test } from 'vitest';
import { Camera } from '../src/lib/camera.svelte';

const WHOLE = { x: 0, y: 0, width: 200, height: 100 };

function looking(shape = 2): Camera {
  const camera = new Camera();
  camera.see(WHOLE, shape);
  return camera;
}

/** Which point of the board is seen at (u, v) of the window, 0 to 1. */
const at = ({ window: { x, y, width, height } }: Camera, u: number, v: number) => [x + u * width, y + v * height];

test('at first everything is seen, with margins in a window of another shape', () => {
  expect(looking().window).toEqual(WHOLE);
  expect(looking(1).window).toEqual({ x: 0, y: -50, width: 200, height: 200 });
});

test('it is in the middle of the window and of what stands beside it, where there is room', () => {
  const camera = new Camera();
  camera.see(WHOLE, 4, { left: 0, top: 0, right: 0.1 });
  expect(camera.window.x).toBeCloseTo(-120);
  camera.see(WHOLE, 2.1, { left: 0, top: 0, right: 0.2 });
  expect(camera.window.x).toBeCloseTo(-10);
  expect(camera.window.x + camera.window.width).toBeCloseTo(200);
});

test('at its left and upper edge there is room for what is written there', () => {
  const camera = new Camera();
  camera.see(WHOLE, 2, { left: 0.2, top: 0.1, right: 0 });
  expect(camera.window).toEqual({ x: -50, y: -12.5, width: 250, height: 125 });
});

test.each([
  [0.5, 0.5],
  [0.02, 0.97],
  [1, 0],
])('what is under the finger at %d, %d stays there when it comes closer, at the edges too', (u, v) => {
  const camera = looking();
  const before = at(camera, u, v);
  camera.scale(3, u, v);
  expect(camera.zoom).toBe(3);
  const [x, y] = at(camera, u, v);
  expect(x).toBeCloseTo(before[0]!);
  expect(y).toBeCloseTo(before[1]!);
});

test('nothing beyond the edge is looked at', () => {
  const camera = looking();
  camera.scale(2);
  camera.look(0, 0);
  expect(camera.window).toEqual({ x: 0, y: 0, width: 100, height: 50 });
  camera.pan(-5, 0);
  expect(camera.window.x).toBe(100);
});

test('who looks closer keeps what is seen while the table grows; who sees all of it sees what is added', () => {
  const grown = { ...WHOLE, x: -40, width: 240 };
  const near = looking();
  near.scale(2);
  near.look(150, 50);
  near.see(grown, 2);
  expect(at(near, 0.5, 0.5)).toEqual([140, 50]); // as far as the edge lets it
  const far = looking();
  far.see(grown, 2);
  expect(far.shows(-40, 50)).toBe(true);
  far.fit();
  expect(far.zoom).toBe(1);
});
