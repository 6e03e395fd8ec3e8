/**
 * A server for one page in the browser. Parts of the page are {@linkplain dev.backplane.view.Tab
 * tabs}, each with a script and a {@linkplain dev.backplane.view.Route route} that gives the script
 * its content. What the content means, this package does not know.
 */
package dev.backplane.view;
