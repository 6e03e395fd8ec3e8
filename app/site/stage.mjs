// Puts the documents of a checkout where VitePress reads them, and the side bar beside them: node stage.mjs CHECKOUT FOLDER
// Pages keep their places, but README.md becomes index.md. Files that pages link are copied as they are.
import { copyFileSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path/posix';

const [checkout, folder] = process.argv.slice(2);
const LINK = /(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g;
const CODE = /(^```[\s\S]*?^```|`[^`\n]+`)/m;

const text = (page) => readFileSync(join(checkout, page), 'utf8');
const asPage = (path) => path.replace(/(^|\/)README\.md$/, '$1index.md');
const title = (page) => /^# (.*)$/m.exec(text(page))[1].replaceAll('`', '');

/** All pages that can be reached from a page. */
function reached(page, known = new Set()) {
  if (!known.has(page)) {
    known.add(page);
    for (const match of text(page).replaceAll(new RegExp(CODE, 'gm'), '').matchAll(LINK)) {
      const file = linked(page, match[3]);
      if (!match[3].includes('://') && file.endsWith('.md')) {
        reached(file, known);
      }
    }
  }
  return [...known];
}

const linked = (page, target) => {
  const path = target.split('#')[0];
  return path ? normalize(join(dirname(page), path)) : page;
};

const pages = reached('README.md').sort();

function copied(from, to) {
  const target = join(folder, to);
  mkdirSync(dirname(target), { recursive: true });
  copyFileSync(join(checkout, from), target);
}

function link(page, whole, mark, words, target) {
  if (target.includes('://') || target.startsWith('#')) {
    return whole;
  }
  const [path, anchor] = target.split('#');
  const file = linked(page, target);
  if (pages.includes(file)) {
    return `[${words}](${asPage(path)}${anchor ? '#' + anchor : ''})`;
  }
  if (!existsSync(join(checkout, file)) || statSync(join(checkout, file)).isDirectory()) {
    throw new Error(`${page} links ${target}, which is no file`);
  }
  if (mark) {
    copied(file, file);
    return whole;
  }
  copied(file, join('public', file));
  // With a target of its own the browser asks for the file, and no script looks for a page.
  return `[${words}](${path}){target="_self"}`;
}

for (const page of pages) {
  const target = join(folder, asPage(page));
  mkdirSync(dirname(target), { recursive: true });
  const parts = text(page).split(CODE);
  // Links may have code in them: code is taken out, and put back when links are done.
  const kept = [];
  const plain = parts.map((part, i) => (i % 2 ? `\u0001${kept.push(part) - 1}\u0001` : part)).join('');
  const there = plain.replace(LINK, (...match) => link(page, ...match));
  writeFileSync(target, there.replace(/\u0001(\d+)\u0001/g, (_, number) => kept[number]));
}

/** The pages that a text of a page links, in their order, each once. */
function entries(page, part, known) {
  return [...part.matchAll(LINK)]
    .map((match) => linked(page, match[3]))
    .filter((file) => pages.includes(file) && !known.has(file) && known.add(file))
    .map(entry);
}

const entry = (page) => ({ text: title(page), link: '/' + asPage(page) });
const [guide, reasons] = ['docs/README.md', 'docs/rationale/README.md'];
const begin = ['README.md', 'docs/cli.md', 'docs/architecture.md', 'docs/glossary.md', guide];
const known = new Set([...begin, reasons]);
const bar = [
  { text: 'Begin', items: begin.map(entry) },
  ...text(guide)
    .split(/^## /m)
    .slice(1)
    .map((section) => ({ text: section.split('\n')[0], items: entries(guide, section, known) }))
    .filter((group) => group.items.length > 0),
  { text: title(reasons), collapsed: true, items: [entry(reasons), ...entries(reasons, text(reasons), known)] },
  { text: 'Work on Backplane', items: ['CONTRIBUTING.md', 'CHANGELOG.md'].map(entry) },
];
writeFileSync(join(folder, 'bar.json'), JSON.stringify(bar, null, 2));
