/** The null driver. */
package dev.backplane.drivers.nulldriver;
