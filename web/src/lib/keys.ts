/** Inputs in which letters mean nothing but themselves, and dialogs, which have keys of their own. */
const ELSEWHERE = 'input:not([type=range], [type=radio], [type=checkbox]), textarea, select, dialog';

/** Whether a key may mean something to the page: nobody is writing, and it isn't one of the browser's own. */
export function isShortcut(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  return !(event.target instanceof Element && event.target.closest(ELSEWHERE));
}
