/**
 * What was made of an input is kept by the content of the input, for this user and for any number
 * of processes. Not exported.
 */
@org.jspecify.annotations.NullMarked
package dev.backplane.rtl.base.cache;
