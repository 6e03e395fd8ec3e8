/** What a site says of its cards. */
package dev.backplane.drivers.opaecard.config;
