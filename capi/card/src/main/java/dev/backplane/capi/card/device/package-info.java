/** Open contexts as devices. */
package dev.backplane.capi.card.device;
