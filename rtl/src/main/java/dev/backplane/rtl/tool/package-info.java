/** Runs external tools. Not exported. */
package dev.backplane.rtl.tool;
