/** Tests that every driver runs by registering itself. */
package dev.backplane.tck;
