/** Models of vendor macros, and the search for those that a design needs. Not exported. */
package dev.backplane.rtl.frontends.macros;
