/** The door through which programs of other processes come to coherent cards. */
package dev.backplane.capi.door;
