/** Commands about devices and boards. */
package dev.backplane.cli.card;
