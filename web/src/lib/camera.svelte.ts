/** Where a large board is looked at: how far in, and at which point; without the DOM. */

export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Shares of the window: what stays free on its left and at its top, and how much room like it there is on its right besides. */
export interface Margins {
  left: number;
  top: number;
  right: number;
}

const NONE: Margins = { left: 0, top: 0, right: 0 };
const NEAREST = 6;

export class Camera {
  /** What there is to see. */
  private whole = $state.raw<Area>({ x: 0, y: 0, width: 1, height: 1 });
  /** Width through height of the window. */
  private shape = $state(1);
  private margins = $state.raw(NONE);
  /** 1 shows everything. */
  zoom = $state(1);
  private centre = $state.raw({ x: 0.5, y: 0.5 });

  /** All of it, in the shape of the window, and in the middle of window and room, if there is room enough. */
  private readonly fitted = $derived.by((): Area => {
    const { x, y, width, height } = this.whole;
    const { left, top, right } = this.margins;
    const wide = Math.max(width / (1 - left), (height * this.shape) / (1 - top));
    const high = wide / this.shape;
    const west = Math.max(left * wide, Math.min(wide - width, (wide * (1 + right) - width) / 2));
    return { x: x - west, y: y - Math.max(top * high, (high - height) / 2), width: wide, height: high };
  });
  /** What the window shows. */
  readonly window = $derived.by((): Area => {
    const width = this.fitted.width / this.zoom;
    const height = this.fitted.height / this.zoom;
    return { x: this.centre.x - width / 2, y: this.centre.y - height / 2, width, height };
  });

  /** Something was added: keep everything in sight, unless the person at the screen looks closer. */
  see(whole: Area, shape: number, margins: Margins = NONE): void {
    this.margins = margins;
    this.whole = whole;
    this.shape = shape;
    if (this.zoom === 1) this.fit();
    else this.look(this.centre.x, this.centre.y);
  }

  fit(): void {
    this.zoom = 1;
    this.centre = { x: this.fitted.x + this.fitted.width / 2, y: this.fitted.y + this.fitted.height / 2 };
  }

  /** Look at a point; never past the edge. */
  look(x: number, y: number): void {
    const { fitted, zoom } = this;
    const clamp = (at: number, from: number, long: number): number => {
      const half = long / zoom / 2;
      return Math.min(Math.max(at, from + half), from + long - half);
    };
    this.centre = { x: clamp(x, fitted.x, fitted.width), y: clamp(y, fitted.y, fitted.height) };
  }

  /** Closer or farther, with the point at (u, v) of the window, 0 to 1, staying where it is. */
  scale(by: number, u = 0.5, v = 0.5): void {
    const before = this.window;
    const [x, y] = [before.x + u * before.width, before.y + v * before.height];
    this.zoom = Math.min(NEAREST, Math.max(1, this.zoom * by));
    const after = this.window;
    this.look(x + (0.5 - u) * after.width, y + (0.5 - v) * after.height);
  }

  /** Move by a part of the window. */
  pan(du: number, dv: number): void {
    const { x, y, width, height } = this.window;
    this.look(x + width / 2 - du * width, y + height / 2 - dv * height);
  }

  /** Whether a spot is in sight, or not farther outside than that. */
  shows(x: number, y: number, reach = 0): boolean {
    const { window } = this;
    const across = x >= window.x - reach && x <= window.x + window.width + reach;
    return across && y >= window.y - reach && y <= window.y + window.height + reach;
  }
}
