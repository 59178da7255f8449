declare module 'virtual:words/*' {
  const words: import('./lib/words').Catalogue;
  export default words;
}

declare module '*.md' {
  const parts: import('../build/rules').RulesPart[];
  export default parts;
}

declare module 'virtual:seats' {
  /** The outline of each seat's mark, in a square of 24. */
  const shapes: string[];
  export default shapes;
}

declare module 'virtual:seats.css' {}

declare module 'virtual:cats' {
  /** The bots' names and faces. */
  const cats: ({ name: string; kind: string } & import('./parts/Portrait.svelte').CatLook)[];
  export default cats;
}
