/** The configuration of cards. */
package dev.backplane.drivers.opaecard.config;
