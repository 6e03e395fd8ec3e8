/** Small programs, each of which shows one thing; the build compiles and runs them. */
package dev.backplane.examples;
