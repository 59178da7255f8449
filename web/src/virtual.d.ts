declare module 'virtual:words/*' {
  const words: import('./lib/words').Catalogue;
  export default words;
}

declare module '*.md' {
  const parts: import('../build/rules').RulesPart[];
  export default parts;
}
