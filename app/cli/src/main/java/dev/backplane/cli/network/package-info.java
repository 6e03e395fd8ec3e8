/** Commands about networks of components. */
package dev.backplane.cli.network;
