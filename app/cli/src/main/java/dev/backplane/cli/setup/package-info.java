/** Commands about the installation: plugins and tools. */
package dev.backplane.cli.setup;
