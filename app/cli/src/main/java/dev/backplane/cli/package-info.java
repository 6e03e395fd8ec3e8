/** The command line. */
package dev.backplane.cli;
