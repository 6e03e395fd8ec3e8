/**
 * A cache of build results on disk. An entry is found by a digest of the inputs it was made of; all
 * processes of this user share the entries. Not exported.
 */
@org.jspecify.annotations.NullMarked
package dev.backplane.rtl.base.cache;
