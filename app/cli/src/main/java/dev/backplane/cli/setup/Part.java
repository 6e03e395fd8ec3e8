package dev.backplane.cli.setup;

import dev.backplane.cli.report.Report;

/**
 * A part of this machine that Backplane uses where it is there.
 *
 * @param name its name
 * @param works whether it is there and answers
 * @param found its version and place, or why it is of no use
 * @param gives what is lost without it
 * @param install what installs it on Debian
 */
record Part(String name, boolean works, String found, String gives, String install)
    implements Report {}
