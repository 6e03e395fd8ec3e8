// Runs the npm package @yowasp/yosys, which offers a function over a tree of files in memory and no command:
//   node yosys-driver.mjs BUNDLE ARGUMENT...
// The working folder goes in; what the tool wrote at its top comes out.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [bundle, ...toolArguments] = process.argv.slice(2);
const { runYosys, Exit } = await import(pathToFileURL(bundle));

const load = folder => Object.fromEntries(readdirSync(folder).map(name => {
  const path = join(folder, name);
  return [name, statSync(path).isDirectory() ? load(path) : new Uint8Array(readFileSync(path))];
}));
const print = bytes => { if (bytes) process.stdout.write(bytes); };

const before = load('.');
let after;
try {
  after = await runYosys(toolArguments, before, { stdout: print, stderr: print, decodeASCII: false });
} catch (e) {
  if (!(e instanceof Exit)) throw e;
  after = e.files;
  process.exitCode = e.code || 1;
}
for (const [name, content] of Object.entries(after ?? {})) {
  if (content instanceof Uint8Array && !(name in before)) writeFileSync(name, content);
}
