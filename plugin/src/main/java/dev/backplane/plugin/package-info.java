/** Generic plugin system with double dispatch between symbols and receivers. */
package dev.backplane.plugin;
