/** The parts that all commands share: options, output and input, progress, failures, Ctrl-C. */
package dev.backplane.cli.command;
