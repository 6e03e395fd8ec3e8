/** Errors of the RTL layer. */
package dev.backplane.rtl.base;
