/** The command line: the entry, and the tree of all commands, which are in packages by topic. */
package dev.backplane.cli;
