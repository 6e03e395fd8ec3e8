/** Textual analysis of sources, without a tool. Not exported. */
package dev.backplane.rtl.frontends.text;
