/** The configuration of cards. */
package dev.backplane.drivers.capi.config;
