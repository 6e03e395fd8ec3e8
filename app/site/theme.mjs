// The default theme, with the fonts of the reader's machine.
export { default } from 'vitepress/theme-without-fonts';
