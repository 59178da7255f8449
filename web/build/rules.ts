import { marked } from 'marked';
import type { Plugin } from 'vite';

/** A rules page as the page shows it: pieces of HTML with drawn positions in between; `played`: one with moves. */
export type RulesPart = { html: string } | { position: string; caption: string; played: boolean };

const FENCE = /^```position(?:[ \t]+([^\n]*))?\n([\s\S]*?)^```[ \t]*$/gm;

/** A line of a position that is a move. */
const MOVE = /^>/m;

/** A chapter about typing, which the page has no use for: its heading says so. */
const TERMINAL = /^## [^\n]*<!-- terminal -->\n[\s\S]*?(?=^## |$(?![\s\S]))/gm;

/** Split a rules page at its fenced ```position blocks; the words after the fence are the caption. */
export function parts(source: string): RulesPart[] {
  const markdown = source.replace(TERMINAL, '');
  const found: RulesPart[] = [];
  let from = 0;
  const text = (until: number) => {
    const html = marked.parse(markdown.slice(from, until), { async: false }).trim();
    if (html !== '') found.push({ html });
  };
  for (const match of markdown.matchAll(FENCE)) {
    text(match.index);
    const position = (match[2] ?? '').trimEnd();
    found.push({ position, caption: match[1]?.trim() ?? '', played: MOVE.test(position) });
    from = match.index + match[0].length;
  }
  text(markdown.length);
  return found;
}

/** `import parts from '…/rules.hu.md'`: rendered when the page is built, not when it is read. */
export function rulesPages(): Plugin {
  return {
    name: 'cattery-rules',
    enforce: 'pre',
    transform(source, id) {
      if (!/\/rules\.\w+\.md$/.test(id)) return;
      return { code: `export default ${JSON.stringify(parts(source))}`, map: null };
    },
  };
}
