/** Open contexts as devices. */
package dev.backplane.drivers.capi.device;
