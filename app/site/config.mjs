import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitepress';

const bar = JSON.parse(readFileSync(new URL('../bar.json', import.meta.url), 'utf8'));

// As GitHub names the anchors of headings, so that a link is right in both places.
const slugify = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

// In the page, so that no browser asks for a file.
const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path d="M2 3h12v3H2zM2 10h12v3H2zM4 6h2v4H4zM10 6h2v4h-2z" fill="#3c8f5a"/></svg>';

export default defineConfig({
  title: 'Backplane',
  description: 'Accelerators for the JVM',
  lang: 'en',
  head: [['link', { rel: 'icon', href: 'data:image/svg+xml,' + encodeURIComponent(icon) }]],
  base: process.env.SITE_BASE ?? '/',
  outDir: process.env.SITE_OUT,
  cacheDir: '../cache',
  markdown: {
    anchor: { slugify },
    languageAlias: { systemverilog: 'system-verilog' },
    config(md) {
      // Two braces in code are no expression of Vue.
      const code = md.renderer.rules.code_inline;
      md.renderer.rules.code_inline = (tokens, index, ...others) => {
        tokens[index].attrSet('v-pre', '');
        return code(tokens, index, ...others);
      };
    },
  },
  themeConfig: {
    nav: [
      { text: 'Guide', link: '/docs/' },
      { text: 'Commands', link: '/docs/cli' },
      { text: 'Reasons', link: '/docs/rationale/' },
      { text: 'Javadoc', link: '/api/index.html', target: '_self' },
    ],
    sidebar: bar,
    outline: [2, 3],
    search: { provider: 'local' },
    docFooter: { prev: 'Previous', next: 'Next' },
  },
});
