/** The components that come with the compiler, each a plugin. */
package dev.backplane.compiler.library;
