/** Models of vendor macros, and what finds out which of them a design needs. Not exported. */
package dev.backplane.rtl.frontend.macros;
