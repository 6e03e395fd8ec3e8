/** Commands that run programs of other people on a device, and serve them. */
package dev.backplane.cli.host;
