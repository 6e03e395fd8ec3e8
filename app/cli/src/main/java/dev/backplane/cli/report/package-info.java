/** Tables, figures and JSON: how reports are shown to people and programs. */
package dev.backplane.cli.report;
