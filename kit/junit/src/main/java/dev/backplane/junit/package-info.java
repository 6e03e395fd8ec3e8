/**
 * An extension of JUnit for tests of kernels and of the programs that use them: {@link
 * dev.backplane.junit.Card} gives each test a card of its own, {@link dev.backplane.junit.Seeds}
 * runs a test with several seeds, {@link dev.backplane.junit.CardTimeout} ends a test that waits
 * too long, with a report of what its card was doing.
 */
package dev.backplane.junit;
