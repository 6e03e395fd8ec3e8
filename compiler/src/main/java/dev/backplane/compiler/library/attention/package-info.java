/** Components that attention is made of. */
package dev.backplane.compiler.library.attention;
