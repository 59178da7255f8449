// Takes down how long a person waited between two decisions: in all, and for what was performed.
(board) => {
  const all = [];
  const now = () => performance.now();
  const main = document.querySelector('main');
  const mine = () => main.querySelector(board)?.dataset.mine === 'true';
  const performing = () => main.dataset.performing === 'true';
  let [since, shown, began] = [mine() ? null : now(), 0, performing() ? now() : null];
  new MutationObserver(() => {
    if (performing()) began ??= now();
    else if (began !== null) [shown, began] = [shown + now() - began, null];
    if (!mine()) since ??= now();
    else if (since !== null) {
      all.push({ whole: now() - since, shown });
      [since, shown] = [null, 0];
    }
  }).observe(main, { subtree: true, attributes: true, attributeFilter: ['data-mine', 'data-performing'] });
  window.waits = { all };
}
