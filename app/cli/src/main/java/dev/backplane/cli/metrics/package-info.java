/** The page of what is counted, for commands that keep devices open. */
package dev.backplane.cli.metrics;
