library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.records_types.all;

entity records_stage is
  generic (ROUNDS : natural := 4; LABELLED : string := "stage");
  port (clk : in std_logic; i : in beat_t; o : out beat_t; n : in unsigned(3 downto 0));
end entity;

architecture rtl of records_stage is
  signal window : std_logic_vector(99 downto 0) := x"DEADBEEFCAFEBABE012345678";
begin
  process (clk)
    variable t : unsigned(15 downto 0);
  begin
    if rising_edge(clk) then
      t := unsigned(i.data);
      for k in 0 to ROUNDS - 1 loop
        t := t + unsigned(KEYS(k mod 4));
        next when t(0) = '0';
        t := t xor x"0101";
        exit when t(15 downto 12) = "1111";
      end loop;
      if LABELLED = "even" then
        t := not t;
      end if;
      window <= window(98 downto 0) & i.valid;
      window(to_integer(n)) <= i.data(3);
      o.data  <= std_logic_vector(t);
      o.valid <= i.valid xor window(to_integer(n) + 60);
    end if;
  end process;
end architecture;
