"""Names of the states of the United States, as patterns: in full, and as postal codes.

Source: common knowledge.
"""

from __future__ import annotations

FIFTY = (
    r"Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia|"
    r"Hawaii|Idaho|Illinois|Indiana|Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|"
    r"Massachusetts|Michigan|Minnesota|Mississippi|Missouri|Montana|Nebraska|Nevada|New (?:Hampshire|"
    r"Jersey|Mexico|York)|North (?:Carolina|Dakota)|Ohio|Oklahoma|Oregon|Pennsylvania|"
    r"Rhode Island|South (?:Carolina|Dakota)|Tennessee|Texas|Utah|Vermont|Virginia|Washington|"
    r"West Virginia|Wisconsin|Wyoming"
)
STATES = rf"{FIFTY}|District of Columbia|Puerto Rico"
POSTAL = (
    r"(?:A[KLRZ]|C[AOT]|D\.?C\.?|DE|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|N\.[CHJMY]\.|O[HKR]|PA|PR|"
    r"RI|S[CD]|"
    r"T[NX]|UT|V[AT]|W[AIVY])"
)
