/** Commands about accelerators of OPAE. */
package dev.backplane.cli.opae;
