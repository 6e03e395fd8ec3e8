/** Fixed-point arithmetic: the one definition that interpreter and hardware follow. */
package dev.backplane.compiler.fixed;
