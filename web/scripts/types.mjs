/** Write the page's types from the schema that the server exports: `npm run types [-- --check]`.
 *
 * src/lib/wire.ts gets the messages and bodies, src/games/<game>/wire.ts a game's moves, views and
 * events. With --check nothing is written; a file that differs is an error.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile } from 'json-schema-to-typescript';

const web = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const inTree = join(web, '../.venv/bin/python');
const python = process.env.PYTHON ?? (existsSync(inTree) ? inTree : 'python3');
const check = process.argv.includes('--check');

const BANNER = '/* Written by `npm run types` from the schema that the server exports. */';

/** Titles would give every field a name of its own; definitions alone shall have names. */
function untitled(node, isDefinition = false) {
  if (Array.isArray(node)) return node.map((one) => untitled(one));
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node)
    .filter(([key, value]) => isDefinition || key !== 'title' || typeof value !== 'string')
    .filter(([key]) => !['discriminator', 'minLength', 'maxLength', 'minItems', 'maxItems'].includes(key))
    .map(([key, value]) => [key, untitled(value)]);
  return tagged(paired(Object.fromEntries(entries)));
}

/** The tag is always there, though the models fill it in by themselves. */
function tagged(node) {
  const tags = Object.entries(node.properties ?? {}).filter(([, one]) => one.const !== undefined);
  if (tags.length === 0) return node;
  const required = [...new Set([...(node.required ?? []), ...tags.map(([key]) => key)])];
  return { ...node, required };
}

/** A list of fixed length, as the compiler of types knows it. */
function paired(node) {
  if (node.prefixItems === undefined) return node;
  const { prefixItems, ...rest } = node;
  return { ...rest, items: prefixItems, minItems: prefixItems.length, maxItems: prefixItems.length };
}

async function types(name, defs) {
  const properties = Object.fromEntries(
    Object.keys(defs).map((key) => [key, { $ref: `#/$defs/${key}` }]),
  );
  const schema = {
    title: name,
    type: 'object',
    additionalProperties: false,
    required: Object.keys(defs),
    properties,
    $defs: Object.fromEntries(Object.entries(defs).map(([key, one]) => [key, untitled(one)])),
  };
  return compile(schema, name, {
    bannerComment: BANNER,
    additionalProperties: false,
    style: { singleQuote: true, printWidth: 100 },
  });
}

let stale = 0;
function keep(path, text) {
  const shown = relative(process.cwd(), path);
  if (!check) {
    writeFileSync(path, text);
    console.log(`wrote ${shown}`);
  } else if (!existsSync(path) || readFileSync(path, 'utf8') !== text) {
    console.error(`${shown} is out of date: run \`npm run types\``);
    stale += 1;
  }
}

const printed = execFileSync(python, ['-m', 'cattery.server.schema'], { maxBuffer: 2 ** 26 });
const schema = JSON.parse(printed.toString());
keep(join(web, 'src/lib/wire.ts'), await types('Wire', schema.$defs));
for (const [game, one] of Object.entries(schema.games)) {
  const folder = join(web, 'src/games', game);
  if (existsSync(folder)) keep(join(folder, 'wire.ts'), await types('GameWire', one.$defs ?? one));
}
process.exit(stale > 0 ? 1 : 0);
