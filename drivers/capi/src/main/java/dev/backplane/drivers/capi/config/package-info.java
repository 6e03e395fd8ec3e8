/** What a site says of its cards. */
package dev.backplane.drivers.capi.config;
