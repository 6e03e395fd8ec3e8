/** The page in the browser: which parts it has, and where their content is from. */
package dev.backplane.cli.view;
