// Somebody at a page who chooses at random what to tap on, for scripts that play whole games.
//
// Made by `boards.Chooser`. What it can't do itself it asks for with a message to the console, and
// waits until it is told to go on: pictures, real taps (every few; the others are clicks in the page,
// at a point where a finger would meet what is tapped), and an ear for what is wrong.
({ board, offers, half, seed, hand, realEvery, told }) => {
  const DULL = 1500; // milliseconds in which a tap should change something
  const LOST = 3; // taps that change nothing, or meet something else, are held against the page
  const COVERED = 1500; // milliseconds for something that passes by
  const BREATH = 60; // milliseconds between two taps: the server lets nobody send more than twenty a second
  const LIVELY = 8; // decisions, at most, until the middle is a lively one
  const EDGE = 2; // pixels
  const CURTAIN = '.curtain .btn.main'; // between two people at one screen
  const KEY = /(^|[^\p{L}\d./@-])[a-z]+(_[a-z]+)*(\.[a-z\d_]+)+($|[^\p{L}\d./@])|\{[a-z ]+\}|\bundefined\b|\bNaN\b/u;
  const POINTS = [[.5, .5], [.5, .3], [.5, .7], [.3, .5], [.7, .5], [.25, .25], [.75, .75], [.75, .25], [.25, .75]];
  let state = seed;
  let [mark, what, lost] = ['', '', 0];
  let [taps, scrolls, decisions] = [0, 0, 0];
  const hidden = new Map(); // what couldn't be tapped, and since when
  let middle = false;
  let wake = () => undefined;
  const random = () => (state = (state * 48271) % 2147483647) / 2147483647;
  const any = (list) => list[Math.floor(random() * list.length)];
  const one = (selector) => document.querySelector(selector);
  const there = (each) => each.getBoundingClientRect().width > 0 && !each.disabled && shown(each);
  /** A board that is looked at closely shows a part of itself: what lies outside is for another look. */
  function shown(each) {
    const frame = each.closest('.panzoom .window > svg')?.getBoundingClientRect();
    if (frame === undefined) return true;
    const { left, right, top, bottom } = each.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    return x > frame.left && x < frame.right && y > frame.top && y < frame.bottom;
  }
  const all = (selector) => [...document.querySelectorAll(selector)].filter(there);
  const named = (each) => `<${each.tagName} ${['class', 'data-do', 'data-place', 'data-card', 'data-symbol'].map((key) => each.getAttribute(key) ?? '').join(' ')}>`;

  /** Nothing is painted while nobody looks, which saves half of the work. */
  const unseen = new CSSStyleSheet();
  document.adoptedStyleSheets.push(unseen);

  /** Ask for something, and wait until it is done. */
  async function ask(message) {
    if ('picture' in message) unseen.replaceSync('');
    await new Promise((go) => {
      window.chooser.go = go;
      console.debug(told + JSON.stringify({ ...message, taps, scrolls }));
    });
    unseen.replaceSync('#page { opacity: 0 } #page * { animation: none !important }');
  }
  const noted = new Set();
  function note(fault) {
    if (!noted.has(fault)) console.debug(told + JSON.stringify({ fault }));
    noted.add(fault);
  }

  /** What is tapped now, and what the tap met instead. */
  let [target, missed, misses] = [null, '', 0];
  const listen = (event) => (missed = target?.contains(event.target) ? '' : named(event.target));
  addEventListener('click', listen, true);

  /** Something on the page has changed, or the time is up. */
  function change(ms) {
    return new Promise((resolve) => {
      const end = setTimeout(resolve, ms);
      wake = () => (clearTimeout(end), setTimeout(resolve));
    });
  }
  const watch = new MutationObserver(() => wake());
  watch.observe(document.getElementById('page'), { subtree: true, childList: true, attributes: true, characterData: true });

  /** All that a tap may change. */
  function marked() {
    const pressed = [...document.querySelectorAll('.chosen, .armed, [aria-pressed=true], [aria-selected=true]')].map(named);
    return [one('main').dataset.n, one('.bar')?.textContent, one(CURTAIN) === null, ...pressed].join();
  }

  /** Whether something can be decided here. */
  const mine = () => one(`${board}[data-mine="true"], ${CURTAIN}`) !== null;

  /** What is offered now: first a kind by its weight, then one of that kind. */
  function choice() {
    if (one(CURTAIN) !== null) return one(CURTAIN);
    const kinds = offers.filter(({ unless }) => unless === '' || one(unless) === null)
      .map(({ tap, weight }) => ({ weight, found: all(tap) })).filter(({ found }) => found.length > 0);
    let left = random() * kinds.reduce((sum, { weight }) => sum + weight, 0);
    const kind = kinds.find(({ weight }) => (left -= weight) < 0) ?? kinds.at(-1);
    return kind === undefined ? one('.panzoom.near .buttons .whole') : any(kind.found); // the whole board again
  }

  /** A point at which a finger meets it, or what lies on it. */
  function spot(each) {
    const { left, top, width, height } = each.getBoundingClientRect();
    let above = null;
    for (const [x, y] of POINTS) {
      const at = { x: left + x * width, y: top + y * height };
      const met = document.elementFromPoint(at.x, at.y);
      if (met !== null && each.contains(met)) return { ...at, met };
      above ??= met;
    }
    return { above: above === null ? 'the edge of the screen' : named(above) };
  }

  /** What it takes to tap it: the bar is always in sight, to the rest one may have to scroll. */
  function reach(each) {
    const at = spot(each);
    if (at.above === undefined || each.closest('.bar') !== null) return at;
    each.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    scrolls += 1;
    return spot(each);
  }

  function* words() {
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node !== null; node = walk.nextNode()) yield node.data;
    for (const each of document.querySelectorAll('[aria-label]')) yield each.getAttribute('aria-label');
  }

  /** What is wrong with the page as it stands. */
  function faults() {
    const wide = document.documentElement.scrollWidth - innerWidth;
    const raw = [...words()].find((text) => KEY.test(text));
    return [
      ...(wide > EDGE ? [`the page is ${wide} pixels too wide`] : []),
      ...(raw === undefined ? [] : [`a word is missing: ${raw.trim().slice(0, 80)}`]),
    ];
  }

  /** Whether it can be tapped now; what stays in the way is a fault. */
  function tappable(each, at) {
    const name = named(each);
    if (at.above === undefined) return hidden.delete(name), true;
    if (!hidden.has(name)) hidden.set(name, performance.now());
    if (performance.now() - hidden.get(name) > COVERED) note(`${name} is covered by ${at.above}`);
    return false;
  }

  async function tap(each, at) {
    const { x, y } = at;
    taps += 1;
    [mark, what, target, missed] = [marked(), named(each), each, ''];
    if (taps % realEvery === 0) return await ask({ tap: true });
    at.met.dispatchEvent(new PointerEvent('click', { bubbles: true, cancelable: true, composed: true, detail: 1, pointerType: hand, clientX: x, clientY: y }));
  }

  /** Wait until the last tap has had its effect. */
  async function effect() {
    const until = performance.now() + DULL;
    while (performance.now() < until) {
      if (!mine() || marked() !== mark) return (lost = 0);
      await change(until - performance.now());
    }
    lost += 1;
    if (lost === LOST) note(`nothing follows a tap on ${what}`);
  }

  async function decide() {
    const each = choice();
    const at = each === null ? null : reach(each);
    if (at === null || !tappable(each, at)) return await change(100);
    if (!middle && half(one)) {
      decisions += 1;
      middle = decisions >= LIVELY || one('.bar .lines, .chosen, .armed') !== null;
      if (middle) return await ask({ picture: 'middle' });
    }
    await tap(each, at);
    await effect();
    await new Promise((resolve) => setTimeout(resolve, BREATH));
    if (missed !== '' && ++misses === LOST) note(`a tap on ${what} met ${missed}`);
    if (one('.toast.no') !== null) note(`refused: ${one('.toast.no').textContent.trim()}`);
    if (taps % 10 === 0) faults().forEach(note);
  }

  async function play() {
    await ask({ picture: 'beginning' });
    while (window.chooser.stopped !== true) {
      if (one('main[data-state="over"] .result') !== null) return await ask({ picture: 'end' });
      if (mine()) await decide();
      else await change(1000);
    }
  }

  /** Where the target is by now: whoever taps comes a little later. */
  function where() {
    const { x, y } = target.isConnected ? spot(target) : {};
    return x === undefined ? null : { x, y };
  }

  /** How it stands with this page, for whoever wonders. */
  const doing = () => JSON.stringify({ ...one('main').dataset, mine: mine(), what, missed, lost, taps, offers: offers.map(({ tap: each }) => all(each).length), ...one(board)?.dataset });

  window.chooser = { faults, where, doing, go: () => undefined };
  play().catch((error) => note(`the chooser failed: ${error.stack}`)).finally(() => {
    watch.disconnect();
    removeEventListener('click', listen, true);
    unseen.replaceSync('');
  });
}
