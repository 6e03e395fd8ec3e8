/** Textual analysis of sources, without a tool. Not exported. */
package dev.backplane.rtl.frontend.text;
