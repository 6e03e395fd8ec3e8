/** Runs external tools, in folders that go with them. */
package dev.backplane.rtl.base.tool;
